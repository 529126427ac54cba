type ConversationFile = typeof import('./conversation.tsx')

let file: ConversationFile | undefined

/** Loads the file with the SDK's chat and all that shows answers. */
export async function loadConversation(): Promise<ConversationFile> {
  file ??= await import('./conversation.tsx')
  return file
}

/** The file, if it has been loaded. */
export const loadedConversation = (): ConversationFile | undefined => file
