import { useQueryClient } from '@tanstack/react-query'
import type { NewUser } from '#domain/organization/user.schema.ts'
import type { UserDetail } from '#sync/calls/user.ts'
import { CallError } from '#web/lib/http.ts'
import { useHttp } from '#web/lib/platform.tsx'
import { useSingleMutation } from '#web/lib/use-single-mutation.ts'
import { sendInvitation, sendNew, sendPatch, userKey } from './user-calls.ts'
import { patchOf } from './user-draft.ts'
import type { UserPlace } from './user-place.ts'

/** Saves a user in the version that its form began with; a fault of one field is told of that field. */
export function useSaveUser(place: UserPlace, user: UserDetail | null, onFault: (field: string, code: string) => void) {
  const http = useHttp()
  const queries = useQueryClient()
  return useSingleMutation({
    mutationFn: (next: NewUser) =>
      user === null ? sendNew(http, place, next) : sendPatch(http, place, user, patchOf(user, next)),
    onSuccess: () => queries.invalidateQueries({ queryKey: userKey, refetchType: 'none' }),
    onError: (error) => {
      if (error instanceof CallError && error.field !== undefined) onFault(error.field, keyOf(error))
    },
  })
}

/** Sends the link to the first password again. */
export function useInvite(place: UserPlace, id: string) {
  const http = useHttp()
  return useSingleMutation({ mutationFn: () => sendInvitation(http, place, id), onError: () => undefined })
}

/** The form's own word for what the server found wrong, where it has one. */
function keyOf({ code, details }: CallError): string {
  const key = typeof details === 'object' && details !== null && 'key' in details ? details.key : null
  return typeof key === 'string' ? key : code
}
