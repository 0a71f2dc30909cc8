import { plainPolicy } from '#api/http/security-headers.ts'
import { escapeHtml } from './render-mail.ts'

/** A mail as the mailbox shows it. */
export interface MailboxEntry {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly sentAt: Date
}

/**
 * The development mailbox: what would have gone out by SMTP, newest first, with working links; since the start of this process. It exists only where no
 * SMTP server is configured and the database is the embedded one, or where the configuration asks for it.
 */
export function mailboxPage(entries: readonly MailboxEntry[]): Response {
  const list = entries.length === 0 ? '<p class="empty">No mail yet.</p>' : entries.toReversed().map(entryHtml).join('')
  const html =
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
    `<title>Mailbox</title><style>${style}</style></head><body><main><h1>Mailbox</h1>` +
    `<p>Mails of this development server. Nothing leaves this machine.</p>${list}</main></body></html>`
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': plainPolicy(style),
  }
  return new Response(html, { headers })
}

const style =
  'body{margin:0;background:#f4f4f5;color:#18181b;font:16px/1.5 system-ui,sans-serif}' +
  'main{max-width:720px;margin:0 auto;padding:32px 16px}h1{margin:0 0 8px;font-size:28px}' +
  'article{margin:16px 0;padding:20px;background:#fff;border-radius:8px}h2{margin:0;font-size:18px}' +
  'article p{margin:0 0 12px;color:#52525b;font-size:14px}pre{margin:0;white-space:pre-wrap;overflow-wrap:anywhere;font:inherit}a{color:#1d4ed8}'

function entryHtml(entry: MailboxEntry): string {
  const facts = `${entry.to} · ${entry.sentAt.toISOString()}`
  return `<article><h2>${escapeHtml(entry.subject)}</h2><p>${escapeHtml(facts)}</p><pre>${linked(entry.text)}</pre></article>`
}

function linked(text: string): string {
  return escapeHtml(text).replaceAll(/https?:\/\/[^\s<]+/g, (address) => `<a href="${address}">${address}</a>`)
}
