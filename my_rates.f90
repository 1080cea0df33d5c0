! rates of our own
MODULE my_rates
  USE absent_Precision, ONLY: dp
  REAL(dp), PARAMETER :: SLOW = 0.5_dp
  REAL(dp) :: KRO2, K3, RO2
CONTAINS
  SUBROUTINE set_rates(time, temp, big, RO2)
    REAL(dp) :: time, temp, big, RO2
    KRO2 = SLOW*2.7E-12*EXP(360./temp)
    K3 = f(big)
  END SUBROUTINE set_rates
  REAL(dp) FUNCTION f(x)
    REAL(dp) :: x
    f = x*1E-30
  END FUNCTION f
END MODULE my_rates
