import { readTerms } from './words.ts'

/**
 * What readers say, and what documentation may call it instead. It counts only where no page has the reader's own word: a
 * site that has it means something by it. The likelier of several stand first.
 */
const names = `
quickstart: install, setup
sso: saml, oidc, sign-on
2fa, mfa, totp: two-factor, multi-factor, factor, authenticator, 2fa, mfa, totp
cost, costs, price, pricing, fee, expensive, cheap: pricing, price, cost, plan, billing, fee
free: pricing, price, plan, license
subscription: plan, billing
invoice, payment: billing, payment, invoice, receipt
login, signin: signin, login, authentication
logout, signout: signout, logout
signup: register, account
auth: authentication, authorization
db: database
postgres: postgresql
postgresql: postgres
mongo: mongodb
k8s: kubernetes, helm
kubernetes: k8s, helm
docker: container
js: javascript
ts: typescript
env: environment
repo: repository
dir, directory: folder, directory
folder: directory
param, arg: parameter, argument, option
passwd, pwd: password
creds: credential
i18n, l10n: translation, locale, language, i18n
translation: locale, language, i18n
a11y: accessibility
gdpr: privacy
ssl: tls, https, certificate
tls, https: ssl, certificate, tls, https
throttle, throttling: rate-limit, limit, quota
quota: limit
upgrade: update, migrate, migration
update: upgrade
uninstall: remove, delete
delete, erase: remove, erase
remove: delete
prerequisite: requirement
requirement: prerequisite
teammate, coworker, colleague: member, user, team
picture, photo: image, picture, screenshot
hotkey, keybinding: shortcut, hotkey, keybinding
changelog: release
cron: schedule
`

const standIns = new Map<string, readonly string[]>()
for (const [, said = '', meant = ''] of names.matchAll(/^(.+): (.+)$/gm)) {
  const terms = meant.split(', ').flatMap((word) => readTerms(word).at(-1) ?? [])
  for (const term of said.split(', ').flatMap((word) => readTerms(word).at(-1) ?? [])) {
    standIns.set(
      term,
      terms.filter((other) => other !== term),
    )
  }
}

/** What documentation may say for a term of an English question; the likelier first. */
export const standInsOf = (term: string): readonly string[] => standIns.get(term) ?? []

/** What stands for a term that is said nowhere, if some other name of it is said. */
export const standInFor = (term: string, isSaid: (term: string) => boolean): string | undefined =>
  standInsOf(term).find(isSaid)
