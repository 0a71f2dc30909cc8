import { apiSteps, beside, contexts, homes, layers, syncSteps, webSteps } from './layer-rules.ts'

const insides = { web: webSteps, api: apiSteps, sync: syncSteps }

/** The rules as a Mermaid picture: an arrow reads "imports", and a step imports every step below it. */
export function layerPicture(): string {
  return [
    '```mermaid',
    'flowchart TD',
    ...Object.entries(insides).flatMap(([layer, steps]) => layerBox(layer, steps)),
    '  subgraph domain',
    `    contexts["${contextLines().join('<br/>')}"]`,
    '  end',
    '  public["public/locales"]',
    ...layerArrows(),
    '```',
    '',
    `- Inside one step: ${beside.map(sideways).join(', ')}.`,
    ...homes.map(({ words }) => `- ${words.charAt(0).toUpperCase()}${words.slice(1)}.`),
  ].join('\n')
}

function layerBox(layer: string, steps: readonly (readonly string[])[]): string[] {
  const names = steps.map((places, at) => `    ${layer}${at}["${places.join(' · ')}"]`)
  const chain = steps.map((_, at) => `${layer}${at}`).join(' --> ')
  return [`  subgraph ${layer}`, '    direction TB', ...names, `    ${chain}`, '  end']
}

/** The contexts in order, four a line: each imports only what stands before it. */
function contextLines(): string[] {
  const lines: string[] = []
  for (let at = 0; at < contexts.length; at += 4) lines.push(contexts.slice(at, at + 4).join(' ← '))
  return lines.map((line, at) => (at === 0 ? line : `← ${line}`))
}

function layerArrows(): string[] {
  return Object.entries(layers).flatMap(([layer, others]) =>
    others.filter((other) => other !== layer).map((other) => `  ${layer} --> ${other}`),
  )
}

function sideways(rule: string): string {
  const [from = '', to = ''] = rule.split('>')
  return `\`${from}\` → \`${from.split('/')[0]}/${to}\``
}
