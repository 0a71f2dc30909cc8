import * as z from 'zod'
import { pictureBytes } from './picture.ts'

/**
 * `POST /api/text-pictures`: keeps a picture that a text of the account's public site shows; the answer is what the
 * text names it by. `organizationId` names another client, for administrators of clients.
 */
export const addTextPictureCall = {
  method: 'post',
  path: '/api/text-pictures',
  query: z.strictObject({ organizationId: z.guid().toLowerCase().optional() }),
  body: z.strictObject({ image: pictureBytes }),
  answer: z.object({ path: z.string(), width: z.int(), height: z.int() }),
} as const
/** What a text names a picture by. */
export type TextPicture = z.output<typeof addTextPictureCall.answer>
