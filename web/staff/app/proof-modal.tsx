import { Button, Modal, Stack, Text } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { proveSessionCall } from '#sync/calls/own-session.ts'
import { askedProofAtom, type AskedProof } from '#web/lib/asked-proof.ts'
import type { StoredUser } from '#web/lib/local-storage.ts'
import { usePlatform, useUser } from '#web/lib/platform.tsx'
import { ReauthenticationForm } from '../features/access/reauthentication-form.tsx'
import { layer, OtherTabButton } from './other-tab.tsx'

/** Asks who is there before a call on money, users or keys goes on; the page behind keeps its place and what is typed. */
export function ProofModal({ mayOpen = true }: { readonly mayOpen?: boolean }) {
  const { t } = useTranslation('shell')
  const asked = useAtomValue(askedProofAtom)
  const user = useUser()
  return (
    <Modal
      opened={mayOpen && asked !== null && user !== null}
      onClose={() => asked?.answer(false)}
      title={t(($) => $.proof.title)}
      withCloseButton={false}
      closeOnClickOutside={false}
      radius="md"
      zIndex={layer}
    >
      {asked === null || user === null ? null : <Question asked={asked} user={user} />}
    </Modal>
  )
}

function Question({ asked, user }: { readonly asked: AskedProof; readonly user: StoredUser }) {
  const { t } = useTranslation('shell')
  const { session, http } = usePlatform()
  // A sign-in above the page, or in another tab, is a proof as well; a session that only goes on is none.
  const [began] = useState(user.provenAt)
  const isProven = began !== undefined && user.provenAt !== undefined && user.provenAt > began
  useEffect(() => {
    if (isProven) asked.answer(true)
  }, [asked, isProven])
  const turnDown = (
    <Button variant="default" size="lg" fullWidth onClick={() => asked.answer(false)}>
      {t(($) => $.proof.cancel)}
    </Button>
  )
  if (user.viaOpenid || user.forceConnectionBySso)
    return (
      <Stack gap="md">
        <Text>{t(($) => $.proof.otherTab)}</Text>
        <OtherTabButton user={user} label={t(($) => $.expired.confirm)} />
        <Button variant="default" size="lg" fullWidth onClick={() => asked.answer(true)}>
          {t(($) => $.proof.goOn)}
        </Button>
        {turnDown}
      </Stack>
    )
  return (
    <ReauthenticationForm
      user={user}
      text={t(($) => $.proof.text)}
      submitLabel={t(($) => $.proof.confirm)}
      takesPasskey
      send={(body) => http(proveSessionCall, { body })}
      onDone={(named) => {
        // The session has another token: what was asked under the one before says nothing about it.
        session.keep(named, new Date())
        asked.answer(true)
      }}
    >
      {turnDown}
    </ReauthenticationForm>
  )
}
