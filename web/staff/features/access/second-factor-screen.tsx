import { Anchor, Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { switchModuleCall } from '#sync/calls/access.ts'
import { beginCodesCall } from '#sync/calls/one-time-code.ts'
import { CallError } from '#web/lib/http.ts'
import { callErrorText } from '#web/lib/error-text.ts'
import { usePlatform, useSignedInUser } from '#web/lib/platform.tsx'
import { useSingleMutation } from '#web/lib/use-single-mutation.ts'
import { PasswordField } from '#web/staff/ui/form/password-field.tsx'
import { PageHeading } from '#web/staff/ui/page.tsx'
import { ConfirmCodes, RecoveryCodes } from './confirm-codes.tsx'
import { browserName } from './browser-name.ts'
import { withGrants } from './call-sign-in.ts'
import { deviceId, keepGrants, modulesInWait } from './device-door.ts'
import { Problem } from './auth-form.tsx'
import { knowsPasskeys, makePasskey, NoPasskeyError } from './show-passkey.ts'
import { keepWhereDrawn } from './use-sign-in.ts'
import { useSignOut } from './use-sign-out.ts'

/** Leads a user of whom a second factor is demanded through setting one up, right after the password. */
export function SecondFactorScreen(props: {
  readonly onDone: () => unknown
  /** Whether it stands above a page that goes on with what it shows. */
  readonly keepsPage?: boolean
  readonly reload?: () => void
}) {
  const { onDone, keepsPage, reload = () => window.location.reload() } = props
  const { t, i18n } = useTranslation('access')
  const { http, session, queries } = usePlatform()
  const { module } = useSignedInUser()
  const signingOut = useSignOut()
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[] | null>(null)
  const [password, setPassword] = useState<string | null>(null)
  const proof = password === null || password === '' ? {} : { password }
  // Some time after the sign-in the server wants to know once more who sets up a factor here.
  const askForPassword = (refused: Error): void => {
    if (isAboutPassword(refused)) setPassword((typed) => typed ?? '')
  }
  const beginning = useSingleMutation({
    mutationFn: () => http(beginCodesCall, { body: proof }),
    onError: askForPassword,
    gcTime: 0,
  })
  // The session that waited opens everything now; the device gets what it brings work with, which it was not given before.
  const going = useSingleMutation({
    mutationFn: async () => {
      const [device, waiting] = await Promise.all([deviceId(), modulesInWait()])
      const user = await withGrants(device === undefined ? [] : waiting, (wished) =>
        http(switchModuleCall, { body: { module, ...(device !== undefined && { deviceId: device }), ...wished } }),
      )
      await keepGrants(user)
      if (keepsPage === true) return keepWhereDrawn({ session, http }, user, reload)
      queries.clear()
      session.keep(user, new Date())
    },
    onSuccess: onDone,
    onError: () => undefined,
  })
  const making = useSingleMutation({
    mutationFn: () =>
      makePasskey(http, { name: browserName(navigator.userAgent) ?? t(($) => $.passkeys.device), ...proof }),
    onSuccess: (codes) => (codes.length === 0 ? going.mutate() : setRecoveryCodes(codes)),
    onError: askForPassword,
    gcTime: 0,
  })
  const error = going.error ?? making.error ?? beginning.error
  const problem =
    error instanceof NoPasskeyError
      ? t(($) => $.passkeys.none)
      : isAboutPassword(error) && error.code === 'REQUEST_INVALID'
        ? t(($) => $.secondFactor.password)
        : error && (callErrorText(i18n, error) ?? t(($) => $.codes.failed))
  return (
    <Stack gap="md">
      <PageHeading title={t(($) => $.secondFactor.title)} />
      <Problem text={problem} />
      {recoveryCodes !== null ? (
        <RecoveryCodes codes={recoveryCodes} onKept={() => going.mutate()} />
      ) : beginning.data === undefined ? (
        <>
          <Text>{t(($) => $.secondFactor.text)}</Text>
          <Text c="dimmed">{t(($) => $.codes.text)}</Text>
          {password === null ? null : (
            <PasswordField
              value={password}
              onChange={(event) => setPassword(event.currentTarget.value)}
              autoComplete="current-password"
              label={t(($) => $.field.password)}
              withAsterisk
            />
          )}
          <Button
            size="lg"
            fullWidth
            loading={beginning.isPending}
            onClick={() => {
              making.reset()
              beginning.mutate()
            }}
          >
            {t(($) => $.secondFactor.begin)}
          </Button>
          {knowsPasskeys() ? (
            <>
              <Button
                variant="default"
                size="lg"
                fullWidth
                loading={making.isPending || going.isPending}
                onClick={() => {
                  beginning.reset()
                  making.mutate()
                }}
              >
                {t(($) => $.secondFactor.passkey)}
              </Button>
              <Text size="sm" c="dimmed">
                {t(($) => $.secondFactor.passkeyHost, { host: location.hostname })}
              </Text>
            </>
          ) : null}
        </>
      ) : (
        <ConfirmCodes {...beginning.data} onDone={setRecoveryCodes} />
      )}
      {recoveryCodes === null && (
        <Anchor
          component="button"
          type="button"
          ta="center"
          underline="always"
          py={4}
          onClick={() => void signingOut.run()}
        >
          {t(($) => $.secondFactor.signOut)}
        </Anchor>
      )}
    </Stack>
  )
}

function isAboutPassword(error: Error | null): error is CallError {
  return error instanceof CallError && error.field === 'password'
}
