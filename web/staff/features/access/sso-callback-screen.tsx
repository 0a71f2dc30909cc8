import { Button, Loader, Stack, Text } from '@mantine/core'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { openIdCallbackCall } from '#sync/calls/access.ts'
import { CallError, isUnreachable } from '#web/lib/http.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { useSingleMutation } from '#web/lib/use-single-mutation.ts'
import { PageHeading } from '#web/staff/ui/page.tsx'
import { BackToLogin, Problem } from './auth-form.tsx'
import { finishLogin, readTrip } from './sso-login.ts'
import { ssoProblem } from './sso-problem.ts'
import { useSignIn } from './use-sign-in.ts'

/**
 * The page that an identity provider sends its users back to (AUTH-05): hands the answer over and signs in with the
 * result. Where the network is gone by then, the same answer may be tried again; after any other failure the sign-in
 * starts again.
 */
export function SsoCallbackScreen(props: {
  readonly organizationId: string
  readonly onSignedIn: (from: string | undefined) => unknown
}) {
  const { organizationId, onSignedIn } = props
  const { t, i18n } = useTranslation('access')
  const common = useTranslation('common')
  const { http, storage } = usePlatform()
  const signIn = useSignIn()
  const [answer] = useState(() => answerOf(window.location.search))
  const [trip] = useState(() => readTrip(storage, answer.state, Date.now()))
  const ticket = useRef<string>(undefined)
  const signing = useSingleMutation({
    mutationFn: async () => {
      // Who began is known to the device alone: an answer that it cannot compare signs nobody in.
      if (trip === null) throw new CallError('refused', { code: 'ACCESS_SSO_CALLBACK_INVALID', status: 403 })
      const body = { ...answer, email: trip.email }
      ticket.current ??= (await http(openIdCallbackCall, { params: { organizationId }, body })).openidSessionId
      const proof = { organizationId, openidSessionId: ticket.current, ...(trip.module && { module: trip.module }) }
      await signIn(proof, trip.accountId)
    },
    onSuccess: () => {
      finishLogin(storage, answer.state, false, Date.now())
      return onSignedIn(trip?.from)
    },
    // The provider has to ask for the user next time: from its own session it would send the same one for ever.
    onError: (error) => {
      if (!isUnreachable(error)) finishLogin(storage, answer.state, true, Date.now())
    },
  })
  const begun = useRef(false)
  const begin = useEffectEvent(() => signing.mutate())
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    begin()
  }, [])
  if (signing.error === null)
    return (
      <Stack align="center" role="status">
        <Loader />
        <Text>{t(($) => $.sso.returning)}</Text>
      </Stack>
    )
  return (
    <Stack gap="md">
      <PageHeading title={t(($) => $.sso.title)} />
      <Problem text={ssoProblem(signing.error, t, i18n)} />
      {isUnreachable(signing.error) && (
        <Button size="lg" fullWidth onClick={() => signing.mutate()}>
          {common.t(($) => $.action.retry)}
        </Button>
      )}
      <BackToLogin />
    </Stack>
  )
}

/** What the provider has added to the address. */
function answerOf(search: string) {
  const added = new URLSearchParams(search)
  const given = Object.fromEntries(
    (['code', 'iss', 'error'] as const).flatMap((name) => {
      const value = added.get(name)
      return value === null || value === '' ? [] : [[name, value]]
    }),
  )
  // An address without a state is answered as one that nobody began.
  return { ...given, state: added.get('state') || 'none' }
}
