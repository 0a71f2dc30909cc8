import { queryOptions } from '@tanstack/react-query'
import { listCategoryQuestionsCall, readQuestionCall } from '#sync/calls/question.ts'
import type { Http } from '#web/lib/http.ts'
import { catalogKey } from '#web/lib/catalog-key.ts'

/** The questions of a category. */
export function categoryQuestionsQuery(http: Http, categoryId: string) {
  return queryOptions({
    queryKey: [...catalogKey, 'questions', categoryId],
    queryFn: ({ signal }) => http(listCategoryQuestionsCall, { params: { id: categoryId }, signal }),
  })
}

/** One question, as it is now. */
export function questionQuery(http: Http, id: string) {
  return queryOptions({
    queryKey: [...catalogKey, 'question', id],
    queryFn: ({ signal }) => http(readQuestionCall, { params: { id }, signal }),
    // A form that was opened shows what it began with; only a reload asks again.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}
