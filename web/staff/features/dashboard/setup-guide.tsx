import { Progress, Text, Title } from '@mantine/core'
import { IconArrowRight, IconCircleCheck, IconCircleDashed } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type * as z from 'zod'
import type { SetupText } from '#domain/settings/setup-guide.ts'
import { setupGuideCall } from '#sync/calls/setup-guide.ts'
import { useCan, useHttp, useSignedInUser } from '#web/lib/platform.tsx'
import { RowsSkeleton } from '#web/staff/ui/states.tsx'
import { AnchorLink, ButtonLink } from '#web/staff/ui/router-link.tsx'
import classes from './setup-guide.module.css'
import { SetupReady } from './setup-ready.tsx'
import { problemLink, type SetupLink } from './setup-links.ts'

type Step = z.output<typeof setupGuideCall.answer>['steps'][number]
type Problem = Step['problems'][number]

/** On the dashboard of the head office: what is open before the first buyback can be paid, and once that nothing is. */
export function SetupGuide() {
  const { t } = useTranslation('setup')
  const http = useHttp()
  const { data, isLoading } = useQuery({
    queryKey: ['setup-guide'],
    queryFn: ({ signal }) => http(setupGuideCall, { signal }),
    enabled: useCan('settings.read'),
    // Who comes back from a step sees at once that it is done.
    staleTime: 0,
  })
  const open = data?.steps.filter(({ problems }) => problems.length > 0) ?? []
  if (data === undefined) return isLoading ? <RowsSkeleton rows={1} height={48} /> : null
  if (open.length === 0) return data.isTrading ? null : <SetupReady siteUrl={data.siteUrl} />
  const steps = <Steps open={open} done={data.steps.filter(({ problems }) => problems.length === 0)} />
  if (data.isTrading)
    return (
      <details className={classes.guide}>
        <summary>{t(($) => $.trading, { count: open.length })}</summary>
        {steps}
      </details>
    )
  return (
    <section aria-labelledby="setup-guide" className={classes.guide}>
      <Title order={2} size="h3" id="setup-guide">
        {t(($) => $.title)}
      </Title>
      <Text>{t(($) => $.intro)}</Text>
      {steps}
    </section>
  )
}

function Steps({ open, done }: { readonly open: readonly Step[]; readonly done: readonly Step[] }) {
  const { t } = useTranslation('setup')
  const all = open.length + done.length
  return (
    <div className={classes.all}>
      <div className={classes.progress}>
        <Progress value={(done.length / all) * 100} aria-label={t(($) => $.title)} />
        <Text size="sm">{t(($) => $.progress, { done: done.length, all })}</Text>
      </div>
      <ol className={classes.steps}>
        {open.map((step) => (
          <OpenStep key={step.id} step={step} />
        ))}
      </ol>
      {done.length > 0 && (
        <details>
          <summary>{t(($) => $.done, { count: done.length })}</summary>
          <ul className={classes.done}>
            {done.map(({ id }) => (
              <li key={id}>
                <IconCircleCheck size={20} aria-hidden /> {t(($) => $.step[id].title)}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}

function OpenStep({ step: { id, permission, problems } }: { readonly step: Step }) {
  const { t } = useTranslation('setup')
  const { currentOrganization } = useSignedInUser()
  const [way, ...others] = problems.map((problem) => problemLink({ id, ...problem }, currentOrganization?.id ?? ''))
  const may = useCan(permission)
  const problemText = useProblemText()
  const title = t(($) => $.step[id].title)
  return (
    <li className={classes.step}>
      <IconCircleDashed size={24} aria-hidden />
      <div className={classes.words}>
        <Text fw={600}>{title}</Text>
        <Text size="sm">{t(($) => $.step[id].why)}</Text>
        <ul className={classes.problems}>
          {problems.map((problem, at) => {
            const own = others[at - 1]
            const said = problemText(problem)
            return (
              <li key={problem.code}>
                {said}
                {may && own !== undefined && !leadsTo(own, way) && (
                  <>
                    {' '}
                    <AnchorLink
                      {...linkOf(own)}
                      size="sm"
                      underline="always"
                      aria-label={t(($) => $.openStep, { step: said })}
                    >
                      {t(($) => $.open)}
                    </AnchorLink>
                  </>
                )}
              </li>
            )
          })}
        </ul>
      </div>
      {may && way !== undefined ? (
        <ButtonLink
          {...linkOf(way)}
          variant="default"
          rightSection={<IconArrowRight size={18} aria-hidden />}
          aria-label={t(($) => $.openStep, { step: title })}
        >
          {t(($) => $.open)}
        </ButtonLink>
      ) : (
        <Text size="sm" c="dimmed">
          {t(($) => $.byPlatform)}
        </Text>
      )}
    </li>
  )
}

// Addresses with what they say of lists and fields are made of data here, which the router's types do not follow.
function linkOf({ to, search, hash }: SetupLink): { readonly to: string } {
  return { to, ...(search && { search }), ...(hash !== undefined && { hash }) }
}

function leadsTo(one: SetupLink, other: SetupLink | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

function useProblemText(): (problem: Problem) => string {
  const { t, i18n } = useTranslation('setup')
  const list = new Intl.ListFormat(i18n.language, { type: 'conjunction' })
  return ({ code, names, count }) => {
    const named =
      code === 'NO_TEXT' || code === 'NOT_OPEN' ? names.map((name) => t(($) => $.text[name as SetupText])) : names
    const more = count - names.length
    const said = more > 0 && names.length > 0 ? [...named, t(($) => $.more, { count: more })] : named
    return t(($) => $.problem[code], { names: list.format(said), count })
  }
}
