import * as z from 'zod'
import { languages } from '#domain/kernel/languages.ts'

/** A workbook. */
const workbook = z.custom<Uint8Array>((value) => value instanceof Uint8Array)

const read = {
  method: 'post',
  body: workbook,
  bodyType: 'csv',
  /** Each row in the line of its number; the head is the first that is not empty. */
  answer: z.object({ csv: z.string() }),
} as const
const template = { method: 'get', query: z.strictObject({ language: z.enum(languages) }) } as const

/** `POST /api/users/import/workbook` (ORG-43): the users of a workbook as the text of a file of users. */
export const readUserWorkbookCall = { ...read, path: '/api/users/import/workbook' } as const
/** `GET /api/users/import/template.xlsx` (ORG-44): a workbook with the columns alone, and one sheet that explains them. */
export const userWorkbookTemplateCall = { ...template, path: '/api/users/import/template.xlsx' } as const

/** `POST /api/delivery-events/import/workbook`: the events of a workbook as the text of a file of events. */
export const readDeliveryWorkbookCall = { ...read, path: '/api/delivery-events/import/workbook' } as const
/** `GET /api/delivery-events/import/template.xlsx`: the same of events. */
export const deliveryWorkbookTemplateCall = { ...template, path: '/api/delivery-events/import/template.xlsx' } as const

/** `POST /api/relay-points/workbook`: the points of a workbook as the text of a file of points. */
export const readRelayWorkbookCall = { ...read, path: '/api/relay-points/workbook' } as const
/** `GET /api/relay-points/template.xlsx`: the same of points. */
export const relayWorkbookTemplateCall = { ...template, path: '/api/relay-points/template.xlsx' } as const

/** A call that reads a list from a workbook. */
export type ListWorkbookCall =
  | typeof readUserWorkbookCall
  | typeof readDeliveryWorkbookCall
  | typeof readRelayWorkbookCall
/** A call that gives the template of such a list. */
export type ListTemplateCall =
  | typeof userWorkbookTemplateCall
  | typeof deliveryWorkbookTemplateCall
  | typeof relayWorkbookTemplateCall
