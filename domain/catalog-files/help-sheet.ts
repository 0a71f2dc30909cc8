import type { Language } from '../kernel/languages.ts'

/** Name of the sheet that explains the columns of a workbook; an import does not read it. */
export const helpSheetName: Readonly<Record<Language, string>> = {
  'fr-FR': 'Aide des colonnes',
  'en-GB': 'Help on the columns',
  'de-DE': 'Hilfe zu den Spalten',
  'nl-BE': 'Hulp bij de kolommen',
}

/** Whether a sheet explains columns, in whatever language. */
export function isHelpSheet(name: string): boolean {
  return Object.values(helpSheetName).includes(name)
}
