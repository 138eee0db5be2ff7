// The door of the slice: the pages of signing in.
export const pages = {
  '/login': () => import('./Login.tsx'),
  '/token-auth': () => import('./TokenLogin.tsx'),
  '/forgot_password': () => import('./ForgotPassword.tsx'),
  '/account/{userid}/activation/{activationcode}': () => import('./Activation.tsx'),
  '/account/{userid}/reset/{resetcode}': () => import('./PasswordReset.tsx'),
  '/setup': () => import('./Setup.tsx'),
} as const

/** What a person is still to be told, above every page. */
export const notices = () => import('./Notices.tsx')

/** Over a page with entries that are not saved, when its session has ended. */
export const signInAgain = () => import('./SignInAgain.tsx')

export { extendWhileWorking } from './extend.ts'
export { tokenHref } from './token.ts'
