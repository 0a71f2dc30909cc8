import * as z from 'zod'
import { clientModules, clientStatuses } from '#domain/organization/client.ts'
import { askedWords, listFilters, several, type FiltersOf } from '#web/staff/ui/list/list-filters.ts'

/** Filters of the clients. */
export const clientFilters = listFilters(() => ({
  status: several(z.enum(clientStatuses)),
  module: several(z.enum(clientModules)),
}))

/** The question that search and filters ask the server, words no longer than it takes. */
export function clientQuestionOf({ status, module }: FiltersOf<typeof clientFilters>, words: string) {
  return { ...askedWords('q', words), status, module }
}
