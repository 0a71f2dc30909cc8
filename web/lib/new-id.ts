import { uuidv7 } from '#domain/kernel/uuid.ts'

// `crypto.randomUUID` is missing where a page came by plain HTTP.
/** Draws an id, which begins with the time. */
export function newId(): string {
  return uuidv7(Date.now(), crypto.getRandomValues(new Uint8Array(10)))
}
