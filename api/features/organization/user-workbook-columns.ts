import type { BookColumn } from '#api/documents/workbook/sheet-book.ts'
import { languages } from '#domain/kernel/languages.ts'
import { modules, moduleUserTypes } from '#domain/organization/module.ts'
import { importColumns } from '#domain/organization/user-import.ts'
import { isStaffType } from '#domain/organization/user-rules.ts'

const person: Readonly<Record<string, Omit<BookColumn, 'name'>>> = {
  email: { kind: 'text', words: [], example: 'nadia.benali@example.com' },
  firstname: { kind: 'text', words: [], example: 'Nadia' },
  lastname: { kind: 'text', words: [], example: 'Benali' },
  language: { kind: 'words', words: languages, example: 'fr-FR' },
  forceSso: { kind: 'yes_no', words: [], example: 'false' },
}

const posts = Object.fromEntries(
  modules.flatMap((module) => {
    const types = moduleUserTypes[module].filter(isStaffType)
    return [
      [`${module}Role`, { kind: 'words', words: types, example: types[0] ?? '' }],
      [`${module}Entity`, { kind: 'name', words: [], example: 'MAG-1' }],
    ] as const
  }),
) satisfies Readonly<Record<string, Omit<BookColumn, 'name'>>>

/** The columns of a workbook of users, as its help explains them. */
export const userWorkbookColumns: readonly BookColumn[] = importColumns.map((name) => ({
  name,
  ...(person[name] ?? posts[name]!),
}))
