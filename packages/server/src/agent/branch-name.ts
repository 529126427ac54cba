/** What git accepts as the name of a branch, and what cannot be taken for an option or a range. */
export const isBranchName = (name: string): boolean =>
  name.length <= 200 &&
  name !== '' &&
  !/^[-/.]|[/.]$|\.lock$|\.lock\/|\/\.|\.\.|\/\/|@\{|^@$/.test(name) &&
  // biome-ignore lint/suspicious/noControlCharactersInRegex: git refuses them.
  !/[\u0000-\u0020\u007f~^:?*[\\]/.test(name)
