import { useChat } from '@ai-sdk/react'
import { useLayoutEffect } from 'react'
import type { Session } from '../chat/session.ts'
import { useSlice } from '../chat/use-store.ts'

export { createSession } from '../chat/session.ts'

/** How often a growing answer is rendered, in ms. A change of status is rendered at once. */
const interval = 30

/** Follows the SDK's chat, and copies its messages into the conversation's state. Renders nothing. */
export function ChatFollower({ session }: { session: Session }) {
  const chat = useSlice(session.chat)
  const { messages, status, error } = useChat({ chat, throttle: interval })
  // biome-ignore lint/correctness/useExhaustiveDependencies: these are the changes to copy
  useLayoutEffect(session.sync, [session, messages, status, error])
  return null
}
