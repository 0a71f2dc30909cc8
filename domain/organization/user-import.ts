import { languages } from '../kernel/languages.ts'
import { modules, type Module } from './module.ts'
import { isStaffType, type Post, type StaffType } from './user-rules.ts'
import { userTypes } from './user-type.ts'
import { newUserSchema, type NewUser } from './user.schema.ts'

const personColumns = ['email', 'firstname', 'lastname', 'language', 'forceSso'] as const
/** Columns of a file of users: the person, then role and entity in each module. */
export const importColumns = [
  ...personColumns,
  ...modules.flatMap((module) => [`${module}Role`, `${module}Entity`] as const),
] as const
export type ImportColumn = (typeof importColumns)[number]

/** The column in which refused lines come back with what was wrong; a file that still has it is read without. */
export const reasonColumn = 'reason'

const needed: readonly ImportColumn[] = ['email', 'firstname', 'lastname']

/** Limits of a file of users: its lines without the head, its characters, and the users of one call. */
export const importLimits = { lines: 1_000, characters: 1_000_000, batch: 25 } as const

/** Why a line cannot be read, beside the codes of a user's own rules. */
export const importFaults = ['columns', 'role', 'entity', 'pair', 'language', 'forceSso', 'twice'] as const

/** What is wrong with a line, and in which column where it is one. */
export interface LineFault {
  readonly column: ImportColumn | null
  /** One of `importFaults`, or the code of a user's rule. */
  readonly code: string
  /** The line that has the same address. */
  readonly otherLine?: number
}

/** A line as it was read, with everything that is wrong with it. */
export interface ReadUserLine {
  readonly user: NewUser | null
  readonly faults: readonly LineFault[]
}

/** Whether the first line of a file names the columns: those that are needed, each known and none twice. */
export function isImportHead(names: readonly string[]): names is readonly ImportColumn[] {
  const areKnown = names.every((name) => (importColumns as readonly string[]).includes(name))
  return areKnown && new Set(names).size === names.length && needed.every((name) => names.includes(name))
}

/** The column that a field of a user comes from. */
export function columnOf(field: string): ImportColumn | null {
  const [first, module, part] = field.split('.')
  const name = first === 'modules' ? `${module}${part === 'type' ? 'Role' : 'Entity'}` : field
  if (name === 'forceConnectionBySso') return 'forceSso'
  return importColumns.find((column) => column === name) ?? null
}

/** Reads one line by the names of its columns; an entity is found by what the line calls it and the role there. */
export function readUserLine(
  names: readonly ImportColumn[],
  cells: readonly string[],
  findEntity: (text: string, type: StaffType) => string | null,
): ReadUserLine {
  if (cells.length !== names.length) return { user: null, faults: [{ column: null, code: 'columns' }] }
  const faults: LineFault[] = []
  const wrong = (column: ImportColumn, code: string): void => void faults.push({ column, code })
  const textOf = (column: ImportColumn): string => cells[names.indexOf(column)]?.trim() ?? ''
  const language = textOf('language')
  const known = languages.find((one) => one.toLowerCase() === language.toLowerCase())
  if (language !== '' && known === undefined) wrong('language', 'language')
  const forced = yesOrNo(textOf('forceSso'))
  if (forced === null) wrong('forceSso', 'forceSso')
  const held = modules.flatMap((module): readonly (readonly [Module, Post])[] => {
    const post = readPost(module, textOf, findEntity, wrong)
    return post === null ? [] : [[module, post]]
  })
  const isBroken = faults.length > 0
  const parsed = newUserSchema.safeParse({
    email: textOf('email'),
    firstname: textOf('firstname'),
    lastname: textOf('lastname'),
    language: known ?? null,
    forceConnectionBySso: forced ?? false,
    modules: Object.fromEntries(held),
  })
  for (const { path, message } of parsed.error?.issues ?? []) {
    // A module that cannot be read is told as such, and not as one that is missing.
    if (path[0] === 'modules' && isBroken) continue
    faults.push({ column: columnOf(path.join('.')), code: message })
  }
  return { user: faults.length === 0 ? (parsed.data ?? null) : null, faults }
}

function readPost(
  module: Module,
  textOf: (column: ImportColumn) => string,
  findEntity: (text: string, type: StaffType) => string | null,
  wrong: (column: ImportColumn, code: string) => void,
): Post | null {
  const [role, entity] = [textOf(`${module}Role`), textOf(`${module}Entity`)]
  if (role === '' && entity === '') return null
  if (role === '' || entity === '') {
    wrong(role === '' ? `${module}Role` : `${module}Entity`, 'pair')
    return null
  }
  const type = userTypes.filter(isStaffType).find((one) => one === role.toLowerCase())
  if (type === undefined) {
    wrong(`${module}Role`, 'role')
    return null
  }
  const organizationId = findEntity(entity, type)
  if (organizationId === null) wrong(`${module}Entity`, 'entity')
  return organizationId === null ? null : { type, organizationId }
}

const yes = ['oui', 'yes', 'ja', 'true', '1']
const no = ['', 'non', 'no', 'nee', 'nein', 'false', '0']

function yesOrNo(text: string): boolean | null {
  const word = text.toLowerCase()
  if (yes.includes(word)) return true
  return no.includes(word) ? false : null
}

/** An entity as a file can call it. */
export interface NamedEntity {
  readonly id: string
  readonly externalId: string | null
  readonly name: string
  readonly type: string
}

/**
 * The one entity that a text means where a role works: by its external id, else by its exact name, regardless of the
 * case of the letters; null where it is none or several.
 */
export function findNamedEntity(text: string, workplace: string, entities: readonly NamedEntity[]): string | null {
  const [byId, ...others] = entities.filter(({ externalId }) => externalId === text)
  if (byId !== undefined && others.length === 0) return byId.id
  const word = text.toLowerCase()
  const named = entities.filter(({ name, type }) => type === workplace && name.toLowerCase() === word)
  return named.length === 1 ? (named[0]?.id ?? null) : null
}
