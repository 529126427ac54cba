import { createTransport } from 'nodemailer'
import { messageOf } from './errors.ts'

/** A mail as plain text. */
export interface Mail {
  readonly to: string
  /** Who reads the answer; undefined when nobody does. */
  readonly replyTo?: string
  readonly subject: string
  readonly text: string
}

/** Sends a mail. Gives null when the mail server has taken it, else why not. */
export type SendMail = (mail: Mail) => Promise<string | null>

/** The mail server, and who sends. */
export interface MailConfig {
  /** Such as `smtps://user:password@mail.example.com`. */
  readonly url: string
  readonly from: string
}

const timeoutMilliseconds = 10_000

/** Opens the way to a mail server. Without one, nothing is sent. */
export const openMail = (config: MailConfig | undefined): SendMail | undefined => {
  if (!config) return undefined
  const timeouts = { connectionTimeout: timeoutMilliseconds, socketTimeout: timeoutMilliseconds }
  const transport = createTransport({ url: config.url, ...timeouts }, { from: config.from })
  return async (mail) => {
    try {
      await transport.sendMail({ ...mail, disableFileAccess: true, disableUrlAccess: true })
      return null
    } catch (error) {
      return `The mail server did not take it: ${messageOf(error)}`
    }
  }
}
