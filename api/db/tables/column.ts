import type { ColumnType } from 'kysely'

/** A JSON column: read parsed, written as JSON text. */
export type Json = ColumnType<unknown, string, string>
/** A JSON column that may be empty. */
export type NullableJson = ColumnType<unknown, string | null | undefined, string | null>
/** A JSON column with a default. */
export type DefaultedJson = ColumnType<unknown, string | undefined, string>

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
/** Payment statuses of a buyback. */
export type PaymentStatus =
  | 'awaiting_payment'
  | 'payment_cancel_failed'
  | 'payment_cancelled'
  | 'payment_completed'
  | 'payment_created'
  | 'payment_failed'
  | 'payment_initiated'
  | 'payment_not_needed'
/** Delivery statuses of a buyback (decisions, 9). */
export type DeliveryStatus =
  | 'ORDER_CREATED'
  | 'ORDER_LABEL_READY'
  | 'ORDER_CANCELLED'
  | 'ORDER_FAILED'
  | 'DELIVERY_PICKED_UP'
  | 'DELIVERY_IN_TRANSIT'
  | 'DELIVERY_OUT_FOR_DELIVERY'
  | 'DELIVERY_AT_PICKUP_POINT'
  | 'DELIVERY_DELAYED'
  | 'DELIVERY_FAILED'
  | 'DELIVERY_RETURNED'
  | 'DELIVERY_DELIVERED'
