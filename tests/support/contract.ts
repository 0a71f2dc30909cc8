import { errorStatus, type ErrorCode } from '#api/http/error-status.ts'
import { refusalsByStatus } from '#api/http/route-refusals.ts'
import type { DeclaredRoute } from '#api/http/route.ts'

/** Holds the answers of an application against what its routes declare. */
export interface Contract {
  /** Takes note of an answer that the route of the request does not declare. */
  hold(method: string, path: string, response: Response): Promise<void>
  /** Answers that no route declares, a line each. */
  readonly broken: ReadonlySet<string>
}

/** A contract of the routes; what is not asked below one of them, such as a page, it leaves alone. */
export function createContract(routes: readonly DeclaredRoute[]): Contract {
  const known = routes.map((route) => ({ route, pattern: patternOf(route.spec.path) }))
  const broken = new Set<string>()
  return {
    broken,
    hold: async (method, path, response) => {
      const asked = method.toLowerCase()
      const of = (wanted: string) =>
        known.find(({ route, pattern }) => route.spec.method === wanted && pattern.test(path))
      const found = of(asked) ?? (asked === 'head' ? of('get') : undefined)
      if (found === undefined) return
      const problem = await problemOf(found.route.spec, asked, response)
      if (problem !== null) broken.add(`${asked} ${found.route.spec.path}: ${problem}`)
    },
  }
}

function patternOf(path: string): RegExp {
  const parts = path.split(/\{\w+\}/).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
  return new RegExp(`^${parts.join('[^/]+')}$`)
}

async function problemOf(spec: DeclaredRoute['spec'], method: string, response: Response): Promise<string | null> {
  const { status } = response
  if (status >= 400) {
    const declared = refusalsByStatus(spec).get(status) ?? []
    if (method === 'head') return declared.length > 0 ? null : `${status}`
    const { code } = (await response.clone().json()) as { readonly code: ErrorCode }
    return declared.includes(code) && errorStatus[code] === status ? null : `${status} ${code}`
  }
  const type = response.headers.get('content-type')
  const types = typesOf(spec)
  if (status === 204) return types.length === 0 ? null : '204'
  if (status === 304) return spec.conditional === true ? null : '304'
  return status === 200 && types.includes(type ?? '') ? null : `${status} ${type}`
}

/** Media types of an answer that succeeds. */
function typesOf({
  answer,
  answerType = 'application/json',
  fileTypes = [],
}: DeclaredRoute['spec']): readonly string[] {
  return [...(answer === undefined ? [] : [answerType]), ...fileTypes]
}
