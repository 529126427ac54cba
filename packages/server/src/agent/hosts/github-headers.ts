/** What every call of GitHub's API sends. */
export const gitHubHeaders = { accept: 'application/vnd.github+json', 'x-github-api-version': '2022-11-28' }
