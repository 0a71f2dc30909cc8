/** Where the users of the demo have their e-mails: a domain that is reserved, so that nobody else's are there. */
export const demoMailDomain = 'demo.example'

/** Whether an e-mail is that of a user of the demo. */
export function isOfDemo(email: string): boolean {
  return email.toLowerCase().endsWith(`@${demoMailDomain}`)
}
