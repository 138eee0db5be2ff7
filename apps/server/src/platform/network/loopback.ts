/** Is this address the machine itself? IPv4 addresses that arrive as IPv6 count too. */
export const isLoopback = (address: string): boolean => /^(::ffff:)?127\.\d+\.\d+\.\d+$/.test(address) || address === '::1'
