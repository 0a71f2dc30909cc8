import { Alert, Fieldset, FileInput, Radio, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readRelayFile, relayColumns, type RelayFile } from '#domain/circuit/relay-file.ts'
import { relayLimits, relaySources, type RelaySource } from '#domain/circuit/relay-points.ts'
import { readRelayWorkbookCall, relayWorkbookTemplateCall } from '#sync/calls/list-workbook.ts'
import { putRelayPointsCall } from '#sync/calls/shipping-method-relay.ts'
import { circuitKey } from '#web/lib/circuit-key.ts'
import { callErrorText } from '#web/lib/error-text.ts'
import { useFormat, useHttp } from '#web/lib/platform.tsx'
import { listFileTypes, readListFile } from '#web/lib/read-list-file.ts'
import { csvAddress } from '#web/lib/rows-csv.ts'
import { useSingleMutation } from '#web/lib/use-single-mutation.ts'
import { TemplateLinks } from '#web/staff/ui/form/template-links.tsx'
import { allowSameFile } from '#web/staff/ui/form/chosen-file.ts'

/** How many faulty lines are listed. */
const listedLines = 20

/** Where the points of a shipping method come from, and the file of them, which is imported at once. */
export function RelayFields(props: {
  readonly methodId: string
  readonly value: RelaySource | null
  readonly count: number
  readonly isOff: boolean
  readonly onChange: (value: RelaySource | null) => void
}) {
  const { t } = useTranslation('circuit')
  return (
    <Fieldset legend={t(($) => $.relay.title)}>
      <Stack gap="md">
        <Radio.Group
          label={t(($) => $.relay.source)}
          value={props.value ?? 'none'}
          onChange={(value) => props.onChange(relaySources.find((source) => source === value) ?? null)}
        >
          <Stack gap="xs" mt="xs">
            {(['none', ...relaySources] as const).map((source) => (
              <Radio key={source} size="md" value={source} label={t(($) => $.relay[source])} disabled={props.isOff} />
            ))}
          </Stack>
        </Radio.Group>
        {props.value === 'carrier' && <Text c="dimmed">{t(($) => $.relay.carrierText)}</Text>}
        {props.value === 'file' && <PointsFile {...props} />}
      </Stack>
    </Fieldset>
  )
}

function PointsFile(props: { readonly methodId: string; readonly count: number; readonly isOff: boolean }) {
  const { t, i18n } = useTranslation('circuit')
  const http = useHttp()
  const queries = useQueryClient()
  const [faulty, setFaulty] = useState<Exclude<RelayFile, { state: 'read' }> | null>(null)
  const send = useSingleMutation({
    mutationFn: async (file: File) => {
      const csv = await readListFile(http, readRelayWorkbookCall, file)
      const read: RelayFile = csv === null ? { state: 'not_text' } : readRelayFile(csv)
      setFaulty(read.state === 'read' ? null : read)
      if (csv === null || read.state !== 'read') return null
      return http(putRelayPointsCall, { params: { id: props.methodId }, body: { csv } })
    },
    onSuccess: (sent) => (sent === null ? undefined : queries.invalidateQueries({ queryKey: circuitKey })),
    // The field says why itself.
    onError: () => undefined,
  })
  const choose = (file: File | null): void => {
    send.reset()
    setFaulty(null)
    if (file !== null) send.mutate(file)
  }
  return (
    <>
      <Text role="status">{t(($) => $.relay.count, { count: send.data?.count ?? props.count })}</Text>
      {!props.isOff && (
        <FileInput
          size="md"
          label={t(($) => $.relay.upload)}
          description={`${t(($) => $.relay.fileText)} ${relayColumns.join(';')}`}
          placeholder={t(($) => $.relay.choose)}
          accept={listFileTypes}
          fileInputProps={allowSameFile}
          disabled={send.isPending}
          onChange={choose}
        />
      )}
      {!props.isOff && (
        <TemplateLinks csv={csvAddress(relayColumns)} book={relayWorkbookTemplateCall} name="relay-points" />
      )}
      {faulty !== null && <FaultyFile file={faulty} />}
      {send.isError && (
        <Alert color="red" role="alert">
          {callErrorText(i18n, send.error) ?? t(($) => $.relay.failed)}
        </Alert>
      )}
    </>
  )
}

function FaultyFile({ file }: { readonly file: Exclude<RelayFile, { state: 'read' }> }) {
  const { t } = useTranslation('circuit')
  const format = useFormat()
  if (file.state !== 'faulty')
    return (
      <Alert color="red" role="alert">
        {t(($) => $.relay.wrong[file.state], { limit: format.number(relayLimits.lines) })}
      </Alert>
    )
  return (
    <Alert color="red" role="alert">
      {file.lines.slice(0, listedLines).map(({ line, fault }) => (
        <Text key={line} size="sm">
          {t(($) => $.relay.line, { line: format.number(line), fault: t(($) => $.relay.fault[fault]) })}
        </Text>
      ))}
      {file.lines.length > listedLines && <Text size="sm">…</Text>}
    </Alert>
  )
}
