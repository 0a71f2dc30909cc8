import { Stack, Text, Title } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { beginCodesCall, endCodesCall, readCodesCall } from '#sync/calls/one-time-code.ts'
import { useFormat, useHttp } from '#web/lib/platform.tsx'
import { useSingleMutation } from '#web/lib/use-single-mutation.ts'
import { QueryPlaceholder } from '#web/staff/ui/query-placeholder.tsx'
import { useZodForm } from '#web/staff/ui/form/use-zod-form.ts'
import { codesOffForm, reconnectForm } from './access-forms.ts'
import { CodeField } from './code-field.tsx'
import { ConfirmCodes, RecoveryCodes } from './confirm-codes.tsx'
import { OwnPasswordField, ProofForm } from './proof-form.tsx'

const key = ['access', 'codes'] as const

/** The one-time codes of the signed-in user: turned on by a first code, off by another. */
export function CodesSection() {
  const { t } = useTranslation('access')
  const http = useHttp()
  const queries = useQueryClient()
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[] | null>(null)
  const state = useQuery({ queryKey: key, queryFn: ({ signal }) => http(readCodesCall, { signal }), gcTime: 0 })
  const again = () => queries.invalidateQueries({ queryKey: key })
  if (state.data === undefined && state.error === null) return null
  return (
    <section aria-labelledby="codes-title">
      <Stack gap="md" mt="xl">
        <Title order={2} size="h3" id="codes-title">
          {t(($) => $.codes.title)}
        </Title>
        {state.data === undefined ? (
          <QueryPlaceholder error={state.error} onRetry={() => void state.refetch()} />
        ) : recoveryCodes !== null ? (
          <RecoveryCodes codes={recoveryCodes} onKept={() => setRecoveryCodes(null)} />
        ) : state.data.isOn ? (
          <TurnOff since={state.data.since} left={state.data.recoveryCodesLeft} onDone={again} />
        ) : (
          <TurnOn
            onDone={async (codes) => {
              setRecoveryCodes(codes)
              await again()
            }}
          />
        )}
      </Stack>
    </section>
  )
}

function TurnOn({ onDone }: { readonly onDone: (codes: readonly string[]) => unknown }) {
  const { t } = useTranslation('access')
  const http = useHttp()
  const { field, submit, form } = useZodForm(reconnectForm, { password: '', code: '' })
  const beginning = useSingleMutation({
    mutationFn: (password: string) => http(beginCodesCall, { body: { password } }),
    onError: () => undefined,
    gcTime: 0,
  })
  if (beginning.data !== undefined) return <ConfirmCodes {...beginning.data} onDone={onDone} />
  return (
    <ProofForm
      intro={<Text c="dimmed">{t(($) => $.codes.text)}</Text>}
      error={beginning.error}
      submitLabel={t(($) => $.codes.begin)}
      sending={beginning.isPending}
      onSubmit={submit(({ password }) => beginning.mutate(password), beginning)}
    >
      <OwnPasswordField key={form.key('password')} {...field('password')} />
    </ProofForm>
  )
}

function TurnOff(props: { readonly since: string | null; readonly left: number; readonly onDone: () => unknown }) {
  const { t } = useTranslation('access')
  const http = useHttp()
  const format = useFormat()
  const { field, submit, form } = useZodForm(codesOffForm, { password: '', code: '' })
  const ending = useSingleMutation({
    mutationFn: (body: { readonly password: string; readonly code: string }) => http(endCodesCall, { body }),
    onSuccess: props.onDone,
    onError: () => undefined,
  })
  return (
    <ProofForm
      intro={
        <Text>
          {t(($) => $.codes.on, { date: props.since === null ? '' : format.date(props.since), left: props.left })}
        </Text>
      }
      error={ending.error}
      submitLabel={t(($) => $.codes.off)}
      sending={ending.isPending}
      onSubmit={submit((values) => ending.mutate(values), ending)}
    >
      <OwnPasswordField key={form.key('password')} {...field('password')} />
      <CodeField key={form.key('code')} {...field('code')} withAsterisk />
    </ProofForm>
  )
}
