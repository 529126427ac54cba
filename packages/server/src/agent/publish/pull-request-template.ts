/** Characters; a longer one would leave no room for what the pull request says. */
export const longestTemplate = 20_000

/** Where GitHub, GitLab, Gitea and Forgejo look for the text that every pull request begins with, in their order. */
const templates =
  /^(?:(?:\.github\/|\.gitea\/|\.forgejo\/|docs\/)?pull_request_template\.(?:md|txt)|\.gitlab\/merge_request_templates\/default\.md)$/i

/** Whether a file is what a code host puts into a new pull request. */
export const isTemplate = (path: string): boolean => templates.test(path)

/** The one that counts: hosts look into their own folder first. */
export const findTemplate = (files: readonly string[]): string | undefined =>
  files.filter(isTemplate).sort((one, other) => rank(one) - rank(other))[0]

const rank = (path: string): number => (path.startsWith('.') ? 0 : path.includes('/') ? 2 : 1)
