// Generated from test/independent-service/accounts.yaml by `npm run generate`; do not edit.

export const KEYS = {
  "active": "Qx7Lk29vTzRw4mNa8pYe",
  "second": "Bn5Jd83wXcHs6tGe1rUq",
  "small": "Ym2Vf70kZbPo9iLc4hWs",
  "zero": "Tg8Ra16nDjEy3uKx5vBm",
  "negative": "Ck4Ws95pQoIz7lFd2gNh",
  "inactive": "Hu9Mt41yJxAv8bRe6kZo"
} as const;

export const CREDITS = {
  "active": 100000,
  "second": 100000,
  "small": 9,
  "zero": 0,
  "negative": -25
} as const;
