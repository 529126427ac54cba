/** What git accepts as the name of a branch, and nobody can take for an option, a range or another kind of reference. */
export const isBranchName = (name: string): boolean =>
  /^[^\s~^:?*[\\\p{Cc}]{1,200}$/u.test(name) &&
  !/^[-/.]|[/.]$|\.lock(?:\/|$)|\/\.|\.\.|\/\/|@\{|^(?:@|HEAD)$|^refs\//.test(name)
