import { Button, Group, Paper, Text } from '@mantine/core'
import { useAtom } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FloorAction, FloorPanel } from '../ui/floor/floor-parts.tsx'
import { takeUpdateAtom } from './service-worker.ts'
import classes from './update-prompt.module.css'

/** A new version waits: now, or at the next start. In the back office it stands in the corner. */
export function UpdatePrompt() {
  const { t } = useTranslation('shell')
  const update = useUpdate()
  if (update === null) return null
  return (
    <Paper className={classes.prompt ?? ''} withBorder shadow="md" p="md" role="status">
      <Text fw={600}>{t(($) => $.update.title)}</Text>
      <Text size="sm">{t(($) => $.update.text)}</Text>
      <Group mt="sm" gap="sm">
        <Button size="md" loading={update.taking} onClick={update.now}>
          {t(($) => $.update.now)}
        </Button>
        <Button size="md" variant="default" onClick={update.later}>
          {t(($) => $.update.later)}
        </Button>
      </Group>
    </Paper>
  )
}

/** The same on the floor: a part of the page, so that it never lies over the action of the screen. */
export function FloorUpdatePrompt() {
  const { t } = useTranslation('shell')
  const update = useUpdate()
  if (update === null) return null
  return (
    <div role="status">
      <FloorPanel>
        <p className={classes.title}>{t(($) => $.update.title)}</p>
        <p className={classes.text}>{t(($) => $.update.text)}</p>
        <div className={classes.actions}>
          <FloorAction busy={update.taking} onClick={update.now}>
            {t(($) => $.update.now)}
          </FloorAction>
          <FloorAction tone="quiet" onClick={update.later}>
            {t(($) => $.update.later)}
          </FloorAction>
        </div>
      </FloorPanel>
    </div>
  )
}

function useUpdate() {
  const [take, setTake] = useAtom(takeUpdateAtom)
  const [taking, setTaking] = useState(false)
  if (take === null) return null
  return {
    taking,
    now: () => {
      setTaking(true)
      void take()
    },
    later: () => setTake(null),
  }
}
