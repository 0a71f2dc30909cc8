import * as z from 'zod'
import { mapInSlices } from './run-in-slices.ts'

/** Members of a list that are written at once: more of them hold the event loop. */
const membersAtOnce = 200

/**
 * An answer as JSON. Parsing drops what the schema does not name, so that an answer never carries more than it declares;
 * a long list is parsed and written member by member, in turns with other requests.
 */
export async function answerJson(value: unknown, schema: z.ZodType): Promise<string> {
  const members = membersOf(value)
  const list = schema instanceof z.ZodObject ? (schema.shape as z.ZodRawShape)['hydra:member'] : undefined
  if (members.length <= membersAtOnce || !(list instanceof z.ZodArray)) return JSON.stringify(schema.parse(value))
  const member = list.element as z.ZodType
  const written = await mapInSlices(members, (each) => JSON.stringify(member.parse(each)))
  const bare = JSON.stringify(schema.parse({ ...(value as object), 'hydra:member': [] }))
  return bare.replace('"hydra:member":[]', () => `"hydra:member":[${written.join(',')}]`)
}

function membersOf(value: unknown): readonly unknown[] {
  const members = typeof value === 'object' && value !== null && 'hydra:member' in value ? value['hydra:member'] : null
  return Array.isArray(members) ? members : []
}
