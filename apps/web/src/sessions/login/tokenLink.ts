/** Fragment with the sign-in token: never sent to a server and in no log. */
export const tokenHref = (path: string, token: string): string => `${path}#token=${encodeURIComponent(token)}`

/** Token in the fragment of a URL, if there is one. */
export const tokenIn = (hash: string): string | undefined => new URLSearchParams(hash.slice(1)).get('token') || undefined
