import { keepsEveryPromise } from './support/simulation-part.ts'

keepsEveryPromise(6)
