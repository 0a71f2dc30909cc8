import type { BookColumn } from '#api/documents/workbook/sheet-book.ts'
import { languages } from '#domain/kernel/languages.ts'
import { modules } from '#domain/organization/module.ts'
import { importColumns } from '#domain/organization/user-import.ts'
import { assignableByModule, type StaffType } from '#domain/organization/user-rules.ts'

const person: Readonly<Record<string, Omit<BookColumn, 'name'>>> = {
  email: { kind: 'text', words: [], example: 'nadia.benali@example.com' },
  firstname: { kind: 'text', words: [], example: 'Nadia' },
  lastname: { kind: 'text', words: [], example: 'Benali' },
  language: { kind: 'words', words: languages, example: 'fr-FR' },
  forceSso: { kind: 'yes_no', words: [], example: 'false' },
}

/** The columns of a workbook of users, as its help explains them to who may give these types. */
export function userWorkbookColumns(types: readonly StaffType[]): readonly BookColumn[] {
  const given = assignableByModule(types)
  const posts: Readonly<Record<string, Omit<BookColumn, 'name'>>> = Object.fromEntries(
    modules.flatMap((module) => [
      [`${module}Role`, { kind: 'words', words: given[module], example: given[module][0] ?? '' }],
      [`${module}Entity`, { kind: 'name', words: [], example: given[module].length === 0 ? '' : 'MAG-1' }],
    ]),
  )
  return importColumns.map((name) => ({ name, ...(person[name] ?? posts[name]!) }))
}
