import { contracts, VERSION } from '@steading/contract/contracts'
import { openapi } from '@steading/contract/openapi'

let text: string | undefined

/** The OpenAPI 3.1 document; docs/openapi.json holds the same text. */
export const openapiText = () => (text ??= `${JSON.stringify(openapi(contracts, VERSION), null, 2)}\n`)
