import { Alert, Button, Group, Modal, Select, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type * as z from 'zod'
import { eventLimits } from '#domain/delivery/delivery-csv.ts'
import { isDay } from '#domain/kernel/day.ts'
import { addDeliveryEventCall, enteredStatuses } from '#sync/calls/delivery.ts'
import { readTime } from '#web/lib/day-text.ts'
import { callErrorText } from '#web/lib/error-text.ts'
import { isUnreachable } from '#web/lib/http.ts'
import { useHttp } from '#web/lib/platform.tsx'
import { useSingleMutation } from '#web/lib/use-single-mutation.ts'
import { DayField } from '#web/staff/ui/form/day-field.tsx'
import { NoteField } from '#web/staff/ui/form/note-field.tsx'
import { fitsLimit } from '#web/staff/ui/form/fits-limit.ts'
import { newId } from '#web/lib/new-id.ts'

/** A status that a person enters. */
export type EnteredStatus = z.input<typeof addDeliveryEventCall.body>['status']

/** Enters what became of a parcel; the same dialog sends the same event, however often it is pressed. */
export function EventDialog(props: {
  readonly buybackId: string
  readonly first: EnteredStatus
  /** Products that travel in the parcel. */
  readonly count: number
  readonly onClose: () => void
  readonly onDone: () => void
}) {
  const { t, i18n } = useTranslation('delivery')
  const { t: tb } = useTranslation('buyback')
  const { t: tc } = useTranslation('common')
  const http = useHttp()
  const [eventId] = useState(newId)
  const [status, setStatus] = useState<EnteredStatus>(props.first)
  const [now] = useState(() => localTime(new Date()))
  const [day, setDay] = useState(now.slice(0, 10))
  const [time, setTime] = useState(now.slice(11))
  const [place, setPlace] = useState('')
  const [text, setText] = useState('')
  const clock = readTime(time)
  const isTime = isDay(day) && clock !== null
  const moment = isTime ? new Date(`${day}T${clock}`) : null
  const isFuture = moment !== null && moment.getTime() > Date.now()
  const canSave = moment !== null && !isFuture
  const add = useSingleMutation({
    mutationFn: () =>
      http(addDeliveryEventCall, {
        params: { id: props.buybackId },
        body: { id: eventId, status, at: moment?.toISOString() ?? '', place, text },
      }),
    onSuccess: props.onDone,
    // The dialog says why itself.
    onError: () => undefined,
  })
  const close = (): void => (add.isPending ? undefined : props.onClose())
  return (
    <Modal
      opened
      onClose={close}
      title={t(($) => $.event.title)}
      closeButtonProps={{ 'aria-label': tc(($) => $.action.close) }}
      radius="md"
      size="lg"
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (canSave) add.mutate()
        }}
      >
        <Stack gap="md">
          <Select
            label={t(($) => $.event.status)}
            data={enteredStatuses.map((value) => ({ value, label: tb(($) => $.deliveryStatus[value]) }))}
            value={status}
            allowDeselect={false}
            onChange={(value) => setStatus(enteredStatuses.find((known) => known === value) ?? status)}
          />
          <Text c="dimmed" size="sm">
            {t(($) => $.effect[effectOf(status)])}{' '}
            {props.count > 1 && t(($) => $.event.together, { count: props.count })}
          </Text>
          <Group gap="md" grow align="flex-start">
            <DayField
              label={t(($) => $.event.day)}
              value={day}
              max={now.slice(0, 10)}
              required
              error={isFuture ? t(($) => $.event.future) : undefined}
              onChange={setDay}
            />
            <TextInput
              label={t(($) => $.event.time)}
              value={time}
              inputMode="numeric"
              autoComplete="off"
              placeholder="14:30"
              required
              error={clock === null ? t(($) => $.event.timeWrong) : undefined}
              onChange={(event) => setTime(event.currentTarget.value)}
              onBlur={() => setTime(clock ?? time)}
            />
          </Group>
          <TextInput
            label={t(($) => $.event.place)}
            value={place}
            maxLength={eventLimits.place}
            onChange={(event) => setPlace(event.currentTarget.value)}
          />
          <NoteField
            label={t(($) => $.event.text)}
            description={t(($) => $.event.textHint)}
            limit={eventLimits.text}
            value={text}
            onChange={setText}
          />
          {add.isError && (
            <Alert color="red" role="alert">
              {isUnreachable(add.error)
                ? t(($) => $.block.offline)
                : (callErrorText(i18n, add.error) ?? t(($) => $.event.failed))}
            </Alert>
          )}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={close} disabled={add.isPending}>
              {tc(($) => $.action.cancel)}
            </Button>
            <Button type="submit" loading={add.isPending} disabled={!canSave || !fitsLimit(text, eventLimits.text)}>
              {t(($) => $.event.save)}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

/** What an event does beside being shown. */
function effectOf(status: EnteredStatus): 'away' | 'back' | 'none' {
  if (status === 'DELIVERY_RETURNED') return 'back'
  const isAway: readonly EnteredStatus[] = ['DELIVERY_PICKED_UP', 'DELIVERY_IN_TRANSIT', 'DELIVERY_OUT_FOR_DELIVERY']
  return isAway.includes(status) ? 'away' : 'none'
}

/** A moment in local time to the minute, `YYYY-MM-DDTHH:MM`. */
function localTime(date: Date): string {
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
