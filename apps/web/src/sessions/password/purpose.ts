/** Purpose of a mailed code. */
export type Purpose = 'activation' | 'reset'
