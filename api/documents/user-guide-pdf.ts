import PDFDocument from 'pdfkit'
import { modules, moduleUserTypes, type Module } from '#domain/organization/module.ts'
import { importColumns, type ImportColumn } from '#domain/organization/user-import.ts'
import type { StaffType } from '#domain/organization/user-rules.ts'
import type { Language } from '#domain/kernel/languages.ts'
import deDE from '#locales/de-DE/user-guide.json' with { type: 'json' }
import deTypes from '#locales/de-DE/organization.json' with { type: 'json' }
import deShell from '#locales/de-DE/shell.json' with { type: 'json' }
import enGB from '#locales/en-GB/user-guide.json' with { type: 'json' }
import enTypes from '#locales/en-GB/organization.json' with { type: 'json' }
import enShell from '#locales/en-GB/shell.json' with { type: 'json' }
import frFR from '#locales/fr-FR/user-guide.json' with { type: 'json' }
import frTypes from '#locales/fr-FR/organization.json' with { type: 'json' }
import frShell from '#locales/fr-FR/shell.json' with { type: 'json' }
import nlBE from '#locales/nl-BE/user-guide.json' with { type: 'json' }
import nlTypes from '#locales/nl-BE/organization.json' with { type: 'json' }
import nlShell from '#locales/nl-BE/shell.json' with { type: 'json' }
import { pdfBytes } from './pdf-bytes.ts'
import { registerTypefaces } from './typefaces.ts'

const words = {
  'fr-FR': { guide: frFR, types: frTypes.userTypes, modules: frShell.modules },
  'en-GB': { guide: enGB, types: enTypes.userTypes, modules: enShell.modules },
  'nl-BE': { guide: nlBE, types: nlTypes.userTypes, modules: nlShell.modules },
  'de-DE': { guide: deDE, types: deTypes.userTypes, modules: deShell.modules },
} as const

/** A document that tells how a file of users is written: its columns, the roles that it may name, and the rules (ORG-44). */
export function userGuidePdf(language: Language, types: readonly StaffType[]): Promise<Uint8Array<ArrayBuffer>> {
  const { guide } = words[language]
  // The same texts make the same bytes.
  const made = new Date(0)
  const info = { Title: guide.title, CreationDate: made, ModDate: made }
  return pdfBytes(new PDFDocument({ size: 'A4', margin: 56, info, lang: language }), function* (page) {
    registerTypefaces(page)
    yield
    page.font('bold').fontSize(20).text(guide.title)
    page.moveDown(0.6).font('regular').fontSize(11).text(guide.intro, { lineGap: 2 })
    part(
      page,
      guide.columns,
      importColumns.map((column) => [column, columnText(language, column)]),
      language === 'fr-FR' ? ' : ' : ': ',
    )
    part(
      page,
      guide.roles,
      types.map((type) => [type, roleText(language, type)]),
    )
    part(
      page,
      guide.rules,
      guide.rule.map((rule) => [null, rule]),
    )
  })
}

function columnText(language: Language, column: ImportColumn): string {
  const { guide, modules: names } = words[language]
  const [, module, kind] = /^(root|tim|lcm|rps)(Role|Entity)$/.exec(column) ?? []
  if (module === undefined) return guide.column[column as 'email']
  const text = kind === 'Role' ? guide.column.role : guide.column.entity
  return text.replace('{{column}}', column).replace('{{module}}', names[module as Module])
}

function roleText(language: Language, type: keyof (typeof words)['fr-FR']['types']): string {
  const { guide, types, modules: names } = words[language]
  const within = modules.filter((module) => moduleUserTypes[module].includes(type)).map((module) => names[module])
  return guide.role.replace('{{code}}', type).replace('{{name}}', types[type]).replace('{{modules}}', within.join(', '))
}

function part(
  page: PDFKit.PDFDocument,
  title: string,
  lines: readonly (readonly [mark: string | null, text: string])[],
  colon = '',
): void {
  page.moveDown(1).font('bold').fontSize(13).text(title)
  page.moveDown(0.3).fontSize(10)
  for (const [mark, text] of lines) {
    const rest = mark !== null && text.startsWith(mark) ? text.slice(mark.length) : text
    if (mark === null) page.font('regular').text(`•  ${rest}`, { lineGap: 2 })
    else {
      const joint = rest === text ? colon : ''
      page.font('bold').text(mark, { continued: true }).font('regular').text(`${joint}${rest}`, { lineGap: 2 })
    }
    page.moveDown(0.25)
  }
}
