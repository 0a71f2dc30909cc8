import { clientModules, clientStatuses, type ClientModule, type ClientStatus } from '#domain/organization/client.ts'

/** Filters of the clients as the address has them. */
export interface ClientSearch {
  readonly status?: readonly ClientStatus[]
  readonly module?: readonly ClientModule[]
}

type Search = Readonly<Record<string, unknown>>

/** Reads the filters of the clients' address; what makes no sense is left out. */
export function parseClientSearch(search: Search): ClientSearch {
  const status = among(clientStatuses, search['status'])
  const module = among(clientModules, search['module'])
  return { ...(status.length > 0 && { status }), ...(module.length > 0 && { module }) }
}

/** The question that search and filters ask the server, words no longer than it takes. */
export function clientQuestionOf({ status, module }: ClientSearch, words: string): Search {
  return { ...(words !== '' && { q: words.slice(0, 200) }), status, module }
}

function among<Value extends string>(known: readonly Value[], value: unknown): readonly Value[] {
  const asked: readonly unknown[] = Array.isArray(value) ? value : [value]
  return known.filter((one) => asked.includes(one))
}
