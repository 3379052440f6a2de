/** When an API key may end, in days; none for `0`. */
export const keyLifetimes = [
  { value: '0', label: 'Never' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
]

export const keyDaySeconds = 86_400
