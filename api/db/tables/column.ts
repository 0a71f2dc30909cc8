import type { ColumnType, RawBuilder } from 'kysely'
import type { Translations } from '#domain/kernel/translations.ts'

/** A JSON column: read parsed, written as JSON text. */
export type Json = ColumnType<unknown, string, string>
/** A JSON column that may be empty. */
export type NullableJson = ColumnType<unknown, string | null | undefined, string | null>
/** A JSON column with a default. */
export type DefaultedJson = ColumnType<unknown, string | undefined, string>

/** Texts in other languages than the account's. */
export type TranslationsColumn = ColumnType<
  Translations,
  string | RawBuilder<Translations> | undefined,
  string | RawBuilder<Translations>
>

/** Grades that an answer can allow. */
export type AnswerGrade = 'grade_a' | 'grade_b' | 'grade_c' | 'grade_d' | 'grade_e'
/** Grades that have a price. */
export type Grade = 'functional' | AnswerGrade
/** Channel and deposit (CIRC-03). */
export type CircuitType =
  | 'store_collect'
  | 'store_drop'
  | 'store_drop_label'
  | 'web_collect'
  | 'web_drop'
  | 'web_drop_label'
  | 'web_post'
/** Types of a circuit's instruction (CIRC-08). */
export type InstructionType =
  | 'agenda'
  | 'close'
  | 'deliver'
  | 'insert'
  | 'join'
  | 'mailbox'
  | 'post'
  | 'print'
  | 'protect'
  | 'sign'
  | 'none'
