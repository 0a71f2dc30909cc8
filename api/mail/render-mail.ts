import type { Language } from '#domain/kernel/languages.ts'
import { mailTexts, type MailKind } from './mail-texts.ts'

/** What a mail is made from; `link` is the one address that it asks to open, where it has one. */
export interface MailValues {
  readonly firstName: string
  readonly accountName: string
  readonly mainColor: string | null
  readonly link: string | null
  readonly facts: Readonly<Record<string, string>>
}

/** A mail as text and as HTML. */
export interface RenderedMail {
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** Renders a mail in the reader's language. */
export function renderMail(kind: MailKind, language: Language, values: MailValues): RenderedMail {
  const texts = mailTexts[language][kind]
  const facts = { firstName: values.firstName, accountName: values.accountName, ...values.facts }
  const fill = (text: string) => text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => facts[name as never] ?? '')
  const lines = [fill(texts.greeting), ...texts.body.map(fill)]
  const link = values.link === null ? [] : [`${fill(texts.action)}\n${values.link}`]
  const text = [...lines, ...link, `${fill(texts.closing)}\n${values.accountName}`].join('\n\n')
  const paragraphs = lines.map((line) => `<p style="margin:0 0 16px">${escapeHtml(line)}</p>`).join('')
  const button = values.link === null ? '' : actionButton(fill(texts.action), values.link, values.mainColor)
  const closing = `<p style="margin:24px 0 0;color:#555">${escapeHtml(fill(texts.closing))}<br>${escapeHtml(values.accountName)}</p>`
  return {
    subject: singleLine(fill(texts.subject)),
    text,
    html:
      `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${escapeHtml(fill(texts.subject))}</title></head>` +
      `<body style="margin:0;padding:32px 16px;background:#f4f4f5;font:16px/1.5 system-ui,sans-serif;color:#18181b">` +
      `<div style="max-width:560px;margin:0 auto;padding:32px;background:#fff;border-radius:8px">${paragraphs}${button}${closing}</div>` +
      `</body></html>`,
  }
}

/** The address stands in full below the button, for readers that show no buttons and people who check first. */
function actionButton(label: string, link: string, mainColor: string | null): string {
  const color = /^#[0-9a-f]{6}$/i.test(mainColor ?? '') ? mainColor : '#18181b'
  const address = escapeHtml(link)
  return (
    `<p style="margin:24px 0"><a href="${address}" style="display:inline-block;padding:12px 24px;border:2px solid ${color};` +
    `border-radius:6px;color:#18181b;font-weight:600;text-decoration:none">${escapeHtml(label)}</a></p>` +
    `<p style="margin:0;font-size:13px;color:#555;word-break:break-all">${address}</p>`
  )
}

/** Text as HTML shows it. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

function singleLine(text: string): string {
  return text.replaceAll(/[\r\n]+/g, ' ')
}
