import * as z from 'zod'
import { grades } from '#domain/catalog/grade.ts'
import { currencies, languages } from '#domain/kernel/languages.ts'
import { proposalEnds, proposalStates } from '#domain/quarantine/proposal.ts'

const tokenParams = z.strictObject({ token: z.string().min(1).max(64) })

/** A line of a price: the condition's, which has a grade, or an answer's or modifier's, which has its label. */
const proposalLine = z.object({ grade: z.enum(grades).nullable(), label: z.string().nullable(), valueCents: z.int() })

/** What the customer sees of a proposal. Amounts are what is paid, in integer cents. */
export const customerProposalAnswer = z.object({
  state: z.enum(proposalStates),
  language: z.enum(languages),
  currency: z.enum(currencies),
  accountName: z.string(),
  buybackCode: z.string(),
  productName: z.string(),
  declaredCents: z.int().nullable(),
  proposedCents: z.int(),
  /** The same line by line; empty where nothing is shown any more, because another proposal or none took its place. */
  declaredLines: z.array(proposalLine),
  proposedLines: z.array(proposalLine),
  /** Each question with the answer that was declared and the one that was found. */
  questions: z.array(
    z.object({
      questionId: z.string(),
      title: z.string(),
      declaredAnswer: z.string().nullable(),
      foundAnswer: z.string().nullable(),
    }),
  ),
  /** Ids of what `GET /api/proposals/{token}/photos/{photoId}` shows, each of a question or of the whole. */
  photos: z.array(z.object({ id: z.string(), questionId: z.string().nullable(), width: z.int(), height: z.int() })),
  /** How many photos of the test have not arrived yet; the page shows them once they have. */
  photosComing: z.int(),
  /** What the tester wrote; null unless the account shares it with its customers. */
  comment: z.string().nullable(),
  expiresAt: z.iso.datetime(),
  answeredAt: z.iso.datetime().nullable(),
  /** What becomes of it without an answer; a server that is older than this app says nothing of these two. */
  endsAs: z.enum(proposalEnds).optional(),
  /** Whether the end of its time has answered it. */
  isByDeadline: z.boolean().optional(),
})

/** `GET /api/proposals/{token}`: a proposal as the link of its mail shows it, answered ones too (BB-38). */
export const readProposalCall = {
  method: 'get',
  path: '/api/proposals/{token}',
  params: tokenParams,
  answer: customerProposalAnswer,
} as const

/** `POST /api/proposals/{token}/answer`: the customer accepts or declines, once (BB-38, BB-39). */
export const answerProposalCall = {
  method: 'post',
  path: '/api/proposals/{token}/answer',
  params: tokenParams,
  body: z.strictObject({ answer: z.enum(['accepted', 'declined']) }),
  answer: customerProposalAnswer,
} as const

/** `GET /api/proposals/{token}/photos/{photoId}`: a photo of the test that the proposal rests on, and no other. */
export const proposalPhotoCall = {
  method: 'get',
  path: '/api/proposals/{token}/photos/{photoId}',
  params: z.strictObject({ ...tokenParams.shape, photoId: z.guid().toLowerCase() }),
} as const
