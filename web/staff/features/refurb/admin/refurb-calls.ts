import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as calls from '#sync/calls/refurb.ts'
import { readProductCall } from '#sync/calls/product.ts'
import type { Http } from '#web/lib/http.ts'
import { type ListState, pageQuestionOf } from '#web/staff/ui/list/list-state.ts'
import { askedWords } from '#web/staff/ui/list/list-filters.ts'

/** Everything of this context that the browser has asked for; a change makes all of it old. */
export const refurbKey = ['refurb'] as const

/** What the address of a list asks of the server. */
export function listQueryOf(state: ListState): Readonly<Record<string, unknown>> {
  return { ...askedWords('search', state.search), ...pageQuestionOf(state) }
}

/** A page of refurb steps. */
export const stepsQuery = (http: Http, state: ListState) =>
  queryOptions({
    queryKey: [...refurbKey, 'steps', state],
    queryFn: ({ signal }) => http(calls.listRefurbStepsCall, { query: listQueryOf(state), signal }),
    placeholderData: keepPreviousData,
  })

/** Every refurb step, to choose from. */
export const allStepsQuery = (http: Http) =>
  queryOptions({
    queryKey: [...refurbKey, 'steps', 'all'],
    queryFn: ({ signal }) => http(calls.listRefurbStepsCall, { query: { pagination: false }, signal }),
  })

/** One refurb step, as it is now. */
export const stepQuery = (http: Http, id: string) =>
  queryOptions({
    queryKey: [...refurbKey, 'step', id],
    queryFn: ({ signal }) => http(calls.readRefurbStepCall, { params: { id }, signal }),
    // A form that was opened shows what it began with; only a reload asks again.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

/** Where steps are worked on. */
export const placesQuery = (http: Http) =>
  queryOptions({
    queryKey: [...refurbKey, 'places'],
    queryFn: ({ signal }) => http(calls.refurbPlacesCall, { signal }),
  })

/** A page of refurb questions: of those that are asked of every product, or of one alone. */
export const questionsQuery = (http: Http, state: ListState, product?: string) =>
  queryOptions({
    queryKey: [...refurbKey, 'questions', state, product ?? null],
    queryFn: ({ signal }) =>
      http(calls.listRefurbQuestionsCall, { query: { ...listQueryOf(state), ...(product && { product }) }, signal }),
    placeholderData: keepPreviousData,
  })

/** One refurb question, as it is now. */
export const questionQuery = (http: Http, id: string) =>
  queryOptions({
    queryKey: [...refurbKey, 'question', id],
    queryFn: ({ signal }) => http(calls.readRefurbQuestionCall, { params: { id }, signal }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

/** The product that a question is to be asked of. */
export const productOfQuestionQuery = (http: Http, id: string) =>
  queryOptions({
    queryKey: [...refurbKey, 'product', id],
    queryFn: ({ signal }) => http(readProductCall, { params: { id }, signal }),
  })
