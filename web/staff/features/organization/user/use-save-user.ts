import { useQueryClient } from '@tanstack/react-query'
import type { NewUser } from '#domain/organization/user.schema.ts'
import type { UserDetail } from '#sync/calls/user.ts'
import { faultKey } from '#web/lib/error-text.ts'
import { useHttp } from '#web/lib/platform.tsx'
import { useSingleMutation } from '#web/lib/use-single-mutation.ts'
import { useSaveToList } from '#web/staff/ui/form/use-save-to-list.ts'
import { resetCodes, sendInvitation, sendNew, sendPatch, userKey } from './user-calls.ts'
import { patchOf } from './user-draft.ts'
import type { UserPlace, WayBack } from './user-place.ts'

/** Saves a user in the version that its form began with; what is wrong with one field is told of that field. */
export function useSaveUser(
  user: UserDetail | null,
  { place, back }: { readonly place: UserPlace; readonly back: WayBack },
  onFault: (field: string, code: string) => void,
) {
  const http = useHttp()
  return useSaveToList({
    send: (next: NewUser) =>
      user === null ? sendNew(http, place, next) : sendPatch(http, place, user, patchOf(user, next)),
    queryKey: userKey,
    to: { to: back },
    message: user === null ? 'created' : 'saved',
    onRefused: (error) => {
      if (error.field !== undefined) onFault(error.field, faultKey(error))
    },
  })
}

/** Sends the link to the first password again. */
export function useInvite(place: UserPlace, id: string) {
  const http = useHttp()
  return useSingleMutation({ mutationFn: () => sendInvitation(http, place, id), onError: () => undefined })
}

/** Ends the one-time codes of a user; the page then shows the user as it is now. */
export function useResetCodes(place: UserPlace, id: string) {
  const http = useHttp()
  const queries = useQueryClient()
  return useSingleMutation({
    mutationFn: () => resetCodes(http, place, id),
    onSuccess: () => queries.invalidateQueries({ queryKey: userKey }),
    onError: () => undefined,
  })
}
