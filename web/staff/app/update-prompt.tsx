import { Button, Group, Paper, Text } from '@mantine/core'
import { useAtom } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { takeUpdateAtom } from './service-worker.ts'
import classes from './update-prompt.module.css'

/** A new version waits: now, or at the next start. */
export function UpdatePrompt() {
  const { t } = useTranslation('shell')
  const [take, setTake] = useAtom(takeUpdateAtom)
  const [taking, setTaking] = useState(false)
  if (take === null) return null
  return (
    <Paper className={classes.prompt ?? ''} withBorder shadow="md" p="md" role="status">
      <Text fw={600}>{t(($) => $.update.title)}</Text>
      <Text size="sm">{t(($) => $.update.text)}</Text>
      <Group mt="sm" gap="sm">
        <Button
          size="md"
          loading={taking}
          onClick={() => {
            setTaking(true)
            void take()
          }}
        >
          {t(($) => $.update.now)}
        </Button>
        <Button size="md" variant="default" onClick={() => setTake(null)}>
          {t(($) => $.update.later)}
        </Button>
      </Group>
    </Paper>
  )
}
