import type { Language } from '#domain/kernel/languages.ts'
import { mailedName } from '#domain/kernel/text-kinds.ts'
import { mailTexts, type MailKind } from './mail-texts.ts'

/** What a mail is made from; `link` is the one address that it asks to open, where it has one. */
export interface MailValues {
  readonly firstName: string
  readonly accountName: string
  readonly mainColor: string | null
  readonly link: string | null
  readonly facts: Readonly<Record<string, string>>
  /** A list below the first paragraph. */
  readonly lines?: readonly MailLine[]
}

/** A line of a list: what it is, what it is worth, and where more about it stands. */
export interface MailLine {
  readonly label: string
  readonly value: string
  readonly link: string | null
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
  const firstName = mailedName(values.firstName)
  const facts = { firstName, accountName: values.accountName, ...values.facts }
  const fill = (text: string) => text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => facts[name as never] ?? '')
  // A value may bring paragraphs of its own, or none.
  const [first = '', ...rest] = texts.body.flatMap((line) => fill(line).split('\n')).filter((line) => line !== '')
  const before = [greetingOf(fill(texts.greeting), firstName), first]
  const list = values.lines ?? []
  const link = values.link === null ? [] : [`${fill(texts.action ?? '')}\n${values.link}`]
  const listed = list.length === 0 ? [] : [list.map(textLine).join('\n')]
  const text = [...before, ...listed, ...rest, ...link, `${fill(texts.closing)}\n${values.accountName}`].join('\n\n')
  const paragraph = (line: string) => `<p style="margin:0 0 16px">${escapeHtml(line)}</p>`
  const paragraphs = [...before.map(paragraph), tableOf(list), ...rest.map(paragraph)].join('')
  const button = values.link === null ? '' : actionButton(fill(texts.action ?? ''), values.link, values.mainColor)
  const closing = `<p style="margin:24px 0 0;color:#555">${escapeHtml(fill(texts.closing))}<br>${escapeHtml(values.accountName)}</p>`
  return {
    subject: singleLine(fill(texts.subject)),
    text,
    html:
      `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${escapeHtml(fill(texts.subject))}</title></head>` +
      `<body style="margin:0;padding:32px 16px;background:#f4f4f5;font:16px/1.5 system-ui,sans-serif;color:#18181b">` +
      `<div style="max-width:560px;margin:0 auto;padding:32px;background:#fff;border-top:4px solid ${colorOf(values.mainColor)};` +
      `border-radius:8px">${paragraphs}${button}${closing}</div>` +
      `</body></html>`,
  }
}

// A greeting without a name ends as one: `Hello,`.
function greetingOf(greeting: string, firstName: string): string {
  return firstName === '' ? greeting.replaceAll(/\s+(?=,)/g, '').trim() : greeting
}

function textLine({ label, value, link }: MailLine): string {
  return `- ${label} – ${value}${link === null ? '' : `\n  ${link}`}`
}

function tableOf(lines: readonly MailLine[]): string {
  if (lines.length === 0) return ''
  const cell = 'padding:10px 0;border-bottom:1px solid #e4e4e7'
  const rows = lines.map(({ label, value, link }) => {
    const name = escapeHtml(label)
    const named = link === null ? name : `<a href="${escapeHtml(link)}" style="color:#18181b">${name}</a>`
    return `<tr><td style="${cell}">${named}</td><td style="${cell};text-align:right;white-space:nowrap"><b>${escapeHtml(value)}</b></td></tr>`
  })
  return `<table role="presentation" style="width:100%;margin:0 0 16px;border-collapse:collapse">${rows.join('')}</table>`
}

function colorOf(mainColor: string | null): string {
  return mainColor !== null && /^#[0-9a-f]{6}$/i.test(mainColor) ? mainColor : '#18181b'
}

/** The address stands in full below the button, for readers that show no buttons and people who check first. */
function actionButton(label: string, link: string, mainColor: string | null): string {
  const color = colorOf(mainColor)
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
